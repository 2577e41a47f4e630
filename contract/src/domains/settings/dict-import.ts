import { defineCall } from '../../kit/call.ts'
import { text } from '../../kit/field.ts'
import { dictBiz } from './dict-biz.ts'
import { dict } from './dict.ts'
import { importCalls } from '../../platform/table-import.ts'

const filters = { code: dictBiz.fields.code.label, dictValue: dictBiz.fields.dictValue.label }

/** 按字典编号和字典键值认出已有的字典项，修改它们，其余新增。 */
function booksOf({ name, title, paths: [base = ''], permission }: typeof dict | typeof dictBiz) {
  const paths = (segment: string) => ({ path: `${base}/${segment}`, aliases: [] })
  return {
    ...importCalls(name, { title, paths, permission: `${permission}_add`, asked: {} }),
    /** 列表里的字典连同它们的字典项，格式与导入相同。 */
    fetch: defineCall(`${name}.exportBook`, {
      method: 'GET',
      ...paths('export-book'), // inferred
      title: `导出${title}`,
      access: { permission: `${permission}_view` },
      input: { code: text(filters.code), dictValue: text(filters.dictValue) },
      answer: 'file',
    }),
  }
}

export const dictBooks = booksOf(dict)
export const dictBizBooks = booksOf(dictBiz)

export const dictImportCalls = [...Object.values(dictBooks), ...Object.values(dictBizBooks)]

/** 工作簿的列；字典键值留空的一行是字典本身，其余是它的字典项。 */
export const DICT_COLUMNS = [
  { key: 'code', title: '字典编号', also: ['编号'], isRequired: true, example: 'meeting_room', width: 20 },
  { key: 'dictValue', title: '字典名称', also: ['名称'], isRequired: true, example: '一号会议室', width: 24 },
  { key: 'dictKey', title: '字典键值', also: ['键值'], example: '1', width: 16 },
  { key: 'parentKey', title: '上级键值', also: ['上级'], example: '', width: 16 },
  { key: 'sort', title: '字典排序', also: ['排序'], example: '1', width: 12 },
  { key: 'isSealed', title: '封存', example: '否', width: 10 },
  { key: 'remark', title: '备注', example: '', width: 30 },
] as const

export type DictColumn = (typeof DICT_COLUMNS)[number]['key']
