import { defineCall } from '../../kit/call.ts'
import { put, stored } from '../../platform/put-file.ts'
import { everywhere } from './under.ts'

/** 书城的图片：jpg 或 png，不超过 500kb；应答的 link 可以直接放进 img。 */
export const mallImage = defineCall('mallFile.imageUpload', {
  ...put,
  ...everywhere('file/imageUpload'),
  title: '上传书城图片',
  access: 'signedIn',
  input: stored,
})
