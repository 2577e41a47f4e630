import { defineCall } from '../../kit/call.ts'
import { ENDPOINT, put, stored, storedAs } from '../../platform/put-file.ts'
import { BASE_FIELDS, defineEntity } from '../../kit/entity.ts'
import { dateTime, integer, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'

/** 附件：存下来的每一个文件。类型按内容判断，不看文件名。 */
export const attach = defineEntity('attach', {
  title: '附件',
  service: 'blade-resource',
  table: 'file_object',
  fields: {
    name: text('附件名称', { required: true, search: true, length: 255 }),
    originalName: text('附件原名', { search: true, editable: 'never', list: false }),
    extension: text('附件后缀名', { search: true, editable: 'never' }),
    attachSize: integer('附件大小', { editable: 'never', unit: 'B' }),
    contentType: text('内容类型', { editable: 'never' }),
    sha256: text('校验和', { editable: 'never', list: false }),
    createUserName: text('上传人', { editable: 'never' }),
    uploadTime: dateTime('上传时间', { editable: 'never' }),
    link: text('附件地址', { editable: 'never', list: false }),
    domainUrl: text('附件域名', { editable: 'never', list: false }),
    domain: text('附件域名', { editable: 'never', list: false }),
  },
  order: ['-uploadTime'],
})

const BASE = '/api/blade-resource/attach'
const view = { permission: 'attach_view' }
const id = text('附件', { required: true, length: 20 })

export const attachList = defineList('attach.list', {
  path: `${BASE}/list`,
  title: '附件列表',
  access: view,
  fields: { id: text('主键', { required: true }), ...attach.fields, ...BASE_FIELDS },
  order: ['-uploadTime'],
})

export const attachDetail = defineCall('attach.detail', {
  method: 'GET',
  path: `${BASE}/detail`,
  title: '附件详情',
  access: view,
  input: { id },
  output: attachList.output,
})

/** 改名（attach_edit）；不带名称即不改，空的名称被拒绝。文件由上传而来，不能凭空新增。 */
export const attachSubmit = defineCall('attach.submit', {
  method: 'POST',
  path: `${BASE}/submit`,
  title: '修改附件',
  access: 'signedIn',
  input: {
    id: text('附件', { required: true, length: 20, message: '请先上传文件' }),
    name: text('附件名称', { length: 255 }),
  }, // inferred
  output: attachList.output,
})

export const attachRemove = defineCall('attach.remove', {
  method: 'POST',
  path: `${BASE}/remove`,
  title: '删除附件',
  access: { permission: 'attach_delete' },
  input: { ids: text('附件', { length: 100_000 }) },
  answer: 'status',
})

/** 五分钟内不带令牌也能下载的地址。 */
export const attachLink = defineCall('attach.link', {
  method: 'GET',
  path: `${BASE}/link`, // inferred
  title: '附件下载地址',
  access: { permission: 'attach_download' },
  input: { id },
  output: { link: text('地址', { required: true }), expires: integer('到期', { required: true }) },
})

/** A signed address carries its own permission: tenant, file and expiry under an HMAC. */
export const attachRead = defineCall('attach.read', {
  method: 'GET',
  path: `${BASE}/file/:tenantId/:id`,
  title: '下载附件',
  access: 'public',
  input: {
    tenantId: text('租户编号', { required: true, length: 12 }),
    id: text('附件', { required: true, length: 20 }),
    expires: text('到期', { required: true, length: 12 }),
    signature: text('签名', { required: true, length: 64 }),
  },
  answer: 'file',
})

const own = { ...put, access: { permission: 'attach_upload' } } as const

/** 任意类型的文件；应答与上传图片相同。 */
export const putFileAttach = defineCall('attach.putFile', {
  ...own,
  path: `${ENDPOINT}/put-file-attach`, // inferred
  title: '上传附件',
  input: stored,
})

/** 同上，文件以所给的名称保存。 */
export const putFileAttachByName = defineCall('attach.putFileByName', {
  ...own,
  path: `${ENDPOINT}/put-file-attach-by-name`, // inferred
  title: '按名称上传附件',
  input: storedAs,
})
