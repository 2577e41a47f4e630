import { BACKGROUND_INPUT } from '../../derive/crud-calls.ts'
import { defineCall } from '../../kit/call.ts'
import { integer } from '../../kit/field.ts'
import { importCalls, importKept } from '../../platform/table-import.ts'
import { regionList } from './region.ts'

const BASE = '/api/blade-system/region'
const permission = 'region_import'
const asked = { isCovered: integer('覆盖已有区划', { min: 0, max: 1 }) }

function paths(segment: string): { path: string; aliases: string[] } {
  return { path: `${BASE}/${segment}`, aliases: [] }
}

export const regionImports = importCalls('region', { title: '行政区划', paths, permission, asked })

/** 一步导入；全部导入或全部不导入。 */
export const regionImport = defineCall('region.importRegion', {
  method: 'POST',
  ...paths('import-region'),
  title: '导入行政区划',
  access: { permission },
  body: 'upload',
  input: asked,
  output: importKept,
})

/** 列表在同样条件下的区划，格式与导入相同。 */
export const regionExport = defineCall('region.exportRegion', {
  method: 'GET',
  ...paths('export-region'),
  title: '导出行政区划',
  access: { permission: 'region_export' },
  input: { ...regionList.input, ...BACKGROUND_INPUT },
  answer: 'file',
})

export const regionImportCalls = [...Object.values(regionImports), regionImport, regionExport]

/** 工作簿的列：标题是表头，`also` 是也认得的写法。 */
export const REGION_COLUMNS = [
  { key: 'code', title: '区划编码', also: ['区划编号'], isRequired: true, example: '5101', width: 16 },
  { key: 'name', title: '区划名称', isRequired: true, example: '成都市', width: 24 },
  { key: 'parentCode', title: '上级编码', also: ['父区划编号', '父区划编码'], example: '51', width: 16 },
  { key: 'sort', title: '排序', also: ['区划排序'], example: '1', width: 10 },
  { key: 'remark', title: '备注', example: '', width: 30 },
] as const
