import { defineCall } from '../kit/call.ts'
import { type Row, integer, text } from '../kit/field.ts'

/** One option of a dictionary as pickers use it. */
export const DICT_OPTION = {
  id: text('主键', { required: true }),
  parentId: text('上级字典', { required: true }),
  code: text('字典编号', { required: true }),
  dictKey: text('字典键值', { required: true }),
  dictValue: text('字典名称', { required: true }),
  sort: integer('字典排序', { required: true }),
  remark: text('备注', { required: true }),
}

export type DictOption = Row<typeof DICT_OPTION>

export const dictionary = defineCall('dictBiz.dictionary', {
  method: 'GET',
  path: '/api/blade-system/dict-biz/dictionary',
  title: '字典选项',
  access: 'signedIn',
  input: { code: text('字典编号', { required: true, length: 64 }) },
  output: DICT_OPTION,
  answer: 'list',
})
