import { defineCall } from '../../kit/call.ts'
import { BASE_FIELDS, defineEntity } from '../../kit/entity.ts'
import { type Row, dict, integer, json, paragraph, text } from '../../kit/field.ts'
import { TREE_NODE } from '../../kit/tree-node.ts'
import { relaxed } from '../../platform/relaxed.ts'

/** 行政区划：编码每级两位，以上级编码开头（省 11、市 1101、区县 110101）；编码就是主键。 */
export const region = defineEntity('region', {
  title: '行政区划',
  service: 'blade-system',
  tenantless: true,
  fields: {
    code: text('区划编码', { required: true, length: 12, search: true, editable: 'add' }),
    name: text('区划名称', { required: true, length: 64, search: true }),
    parentCode: text('上级编码', { length: 12, editable: 'never' }),
    parentName: text('上级名称', { editable: 'never' }),
    regionLevel: dict('区划级别', 'region', { numeric: true, editable: 'never' }),
    ancestors: text('祖级', { editable: 'never', list: false }),
    provinceCode: text('省级编码', { editable: 'never', list: false }),
    provinceName: text('省级名称', { editable: 'never', list: false }),
    cityCode: text('地市编码', { editable: 'never', list: false }),
    cityName: text('地市名称', { editable: 'never', list: false }),
    districtCode: text('区县编码', { editable: 'never', list: false }),
    districtName: text('区县名称', { editable: 'never', list: false }),
    townCode: text('乡镇编码', { editable: 'never', list: false }),
    townName: text('乡镇名称', { editable: 'never', list: false }),
    villageCode: text('村委编码', { editable: 'never', list: false }),
    villageName: text('村委名称', { editable: 'never', list: false }),
    sort: integer('排序', { required: true, min: 0, default: 0 }),
    remark: paragraph('备注'),
  },
})

/** Code of the country: what provinces stand below. */
export const ROOT_REGION = '00'

/** A node of the tree; its code is id, key and value. */
const node = { ...TREE_NODE, hasChildren: json<boolean>('有下级') }
export type RegionNode = Row<typeof node>

const row = {
  id: text('主键', { required: true }),
  ...region.fields,
  parentCode: text('上级编码', { required: true }),
  regionLevel: integer('区划级别', { required: true }),
  ...BASE_FIELDS,
  hasChildren: json<boolean>('有下级'),
}

const BASE = '/api/blade-system/region'
const view = { permission: 'region_view' }
const parentCode = text('上级编码', { length: 12 })
const typed = { code: text('区划编码', { length: 12 }), name: text('区划名称', { length: 64 }) }

export const regionList = defineCall('region.list', {
  method: 'GET',
  path: `${BASE}/list`,
  title: '行政区划列表',
  access: view,
  input: {
    current: integer('页码', { min: 1 }),
    size: integer('每页条数', { min: 1, max: 1000 }),
    parentCode,
    ...typed,
    regionLevel: integer('区划级别'),
  },
  output: row,
  answer: 'page',
})

export const regionLazyList = defineCall('region.lazyList', {
  method: 'GET',
  path: `${BASE}/lazy-list`, // inferred
  title: '下级行政区划',
  access: view,
  input: { parentCode, ...typed },
  output: row,
  answer: 'list',
})

/** 选择行政区划用：没有上级时从国家开始。 */
export const regionLazyTree = defineCall('region.lazyTree', {
  method: 'GET',
  path: `${BASE}/lazy-tree`,
  title: '行政区划树',
  access: 'signedIn',
  input: { parentCode },
  output: node,
  answer: 'list',
})

export const regionSelect = defineCall('region.select', {
  method: 'GET',
  path: `${BASE}/select`, // inferred
  title: '行政区划选项',
  access: 'signedIn',
  input: { code: text('上级编码', { length: 12 }) },
  output: row,
  answer: 'list',
})

export const regionDetail = defineCall('region.detail', {
  method: 'GET',
  path: `${BASE}/detail`,
  title: '行政区划详情',
  access: view,
  input: { code: text('区划编码', { length: 20 }), id: text('主键', { length: 20 }) },
  output: row,
})

/** 编码不存在是新增（region_add），已存在是修改（region_edit）。 */
export const regionSubmit = defineCall('region.submit', {
  method: 'POST',
  path: `${BASE}/submit`,
  title: '保存行政区划',
  access: 'signedIn',
  input: { ...relaxed(region.fields), id: text('主键', { length: 20 }), updateTime: text('更新时间') },
  output: row,
})

export const regionRemove = defineCall('region.remove', {
  method: 'POST',
  path: `${BASE}/remove`,
  title: '删除行政区划',
  access: { permission: 'region_delete' },
  input: { id: text('区划编码', { length: 20 }), ids: text('区划编码', { length: 10_000 }) },
  answer: 'status',
})
