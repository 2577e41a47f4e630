import { defineCall } from '../kit/call.ts'
import { json, text } from '../kit/field.ts'

/** One option of a dictionary as pickers use it. */
export interface DictOption {
  id: string
  parentId: string
  code: string
  dictKey: string
  dictValue: string
  sort: number
  remark: string
}

export const dictionary = defineCall('dictBiz.dictionary', {
  method: 'GET',
  path: '/api/blade-system/dict-biz/dictionary',
  title: '字典选项',
  access: 'signedIn',
  input: { code: text('字典编号', { required: true, length: 64 }) },
  output: { option: json<DictOption>('选项') },
  answer: 'list',
})
