import { defineCall } from '../../kit/call.ts'
import { text } from '../../kit/field.ts'

/** 头像等图片：jpg 或 png，不超过 500kb；应答的 link 可以直接放进 img。 */
export const putFile = defineCall('picture.putFile', {
  method: 'POST',
  path: '/api/blade-resource/oss/endpoint/put-file',
  title: '上传图片',
  access: 'signedIn',
  body: 'upload',
  output: { link: text('地址', { required: true }), name: text('名称'), originalName: text('原名') },
})

/** Pictures carry no headers: their address must be enough. */
export const picture = defineCall('picture.read', {
  method: 'GET',
  path: '/api/blade-resource/picture/:tenantId/:id',
  title: '图片',
  access: 'public',
  input: {
    tenantId: text('租户编号', { required: true, length: 12 }),
    id: text('图片', { required: true, length: 20 }),
  },
  answer: 'file',
})
