import { defineDomain } from '../kit/domain.ts'
import { fileDownload } from './file.ts'
import { jobCancel, jobDetail, jobList, jobStream } from './jobs.ts'
import { pendingReviews } from './review.ts'

/** Calls that the platform itself answers. */
export const platform = defineDomain({
  name: 'platform',
  title: '任务与文件',
  calls: [jobList, jobDetail, jobCancel, jobStream, fileDownload, pendingReviews],
})
