import { defineCall } from '../../kit/call.ts'
import { ENDPOINT, put, stored, storedAs } from '../../platform/put-file.ts'
import { text } from '../../kit/field.ts'

const own = { ...put, access: 'signedIn' } as const

/** 头像等图片：jpg 或 png，不超过 500kb；应答的 link 可以直接放进 img。 */
export const putFile = defineCall('picture.putFile', {
  ...own,
  path: `${ENDPOINT}/put-file`,
  title: '上传图片',
  input: stored,
})

/** 同上，文件以所给的名称保存。 */
export const putFileByName = defineCall('picture.putFileByName', {
  ...own,
  path: `${ENDPOINT}/put-file-by-name`,
  title: '按名称上传图片',
  input: storedAs,
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
