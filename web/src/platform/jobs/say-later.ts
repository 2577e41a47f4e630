import { t } from '../i18n/i18n.ts'
import { message } from '../ui/message.ts'
import { readJobs } from './jobs.ts'

/** Says where the workbook is to be found that a job makes; nothing where there is none. */
export async function sayLater(jobId: string | undefined): Promise<void> {
  if (!jobId) return
  message.info(t('行数较多，正在后台生成工作簿；完成后可在“任务中心”下载'))
  await readJobs()
}
