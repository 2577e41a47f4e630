import { defineCall } from '../../kit/call.ts'
import { ref, text } from '../../kit/field.ts'

const BASE = '/api/yzl-seseal/signserver'
const chosen = {
  sealId: ref('印章', 'sesealinfo', { required: true, only: { sealState: 1 } }),
  strategyId: ref('签章策略', 'signstrategy', { required: true, only: { isEnabled: 1 } }),
}
const started = { jobId: text('任务', { required: true }) }
const access = { permission: 'signserver_sign' }

/** 上传盖章: PDF files of the user's own; the job's file is the sealed one, or a zip where there are several. */ // inferred
export const signUpload = defineCall('signserver.sign', {
  method: 'POST',
  path: `${BASE}/sign`,
  title: '上传文件盖章',
  access,
  body: 'upload',
  input: chosen,
  output: started,
  stepUp: true,
})

/** 文件盖章: files the user has here already, such as the printed papers of a job, a zip of them too. */ // inferred
export const signFiles = defineCall('signserver.signFiles', {
  method: 'POST',
  path: `${BASE}/signFiles`,
  title: '盖章',
  access,
  input: {
    ...chosen,
    fileIds: text('文件', { required: true, length: 5000, message: '请选择要盖章的文件' }),
  },
  output: started,
  stepUp: true,
})
