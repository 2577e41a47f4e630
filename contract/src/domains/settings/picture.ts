import { defineCall } from '../../kit/call.ts'
import { text } from '../../kit/field.ts'

const ENDPOINT = '/api/blade-resource/oss/endpoint'

const put = {
  method: 'POST',
  access: 'signedIn',
  body: 'upload',
  output: {
    link: text('地址', { required: true }),
    domain: text('附件域名'),
    name: text('名称'),
    originalName: text('原名'),
    attachId: text('附件'),
  },
} as const

/** 资源编号指定存储，不指定则用启用的。 */
const code = text('资源编号', { length: 64 })

/** 头像等图片：jpg 或 png，不超过 500kb；应答的 link 可以直接放进 img。 */
export const putFile = defineCall('picture.putFile', {
  ...put,
  path: `${ENDPOINT}/put-file`,
  title: '上传图片',
  input: { code },
})

/** 同上，文件以所给的名称保存。 */
export const putFileByName = defineCall('picture.putFileByName', {
  ...put,
  path: `${ENDPOINT}/put-file-by-name`,
  title: '按名称上传图片',
  input: { code, fileName: text('文件名', { required: true, length: 200 }) },
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
