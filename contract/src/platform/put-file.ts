import { text } from '../kit/field.ts'

/** Where files come in. */
export const ENDPOINT = '/api/blade-resource/oss/endpoint'

/** What every call that takes a file in has in common; who may call it says each itself. */
export const put = {
  method: 'POST',
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
export const stored = { code: text('资源编号', { length: 64 }) }
/** 同上，文件以所给的名称保存。 */
export const storedAs = { ...stored, fileName: text('文件名', { required: true, length: 200 }) }
