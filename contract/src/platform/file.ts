import { defineCall } from '../kit/call.ts'
import { text } from '../kit/field.ts'

export const fileDownload = defineCall('file.download', {
  method: 'GET',
  path: '/api/blade-resource/file/:id',
  title: '下载文件',
  access: 'signedIn',
  input: { id: text('文件', { required: true }) },
  answer: 'file',
})
