import { defineCall } from '../../kit/call.ts'
import type { CrudCall } from '../../derive/crud-calls.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dict, integer, text } from '../../kit/field.ts'

/** 县区分组：城区、县域、直属等，把县区归成几类来看。 */
export const areaTypeParam = defineEntity('areaTypeParam', {
  title: '考试县区参数',
  service: 'bigdata-service',
  path: 'basicparam',
  fields: {
    areaType: text('分组编码', { required: true, search: true, length: 20, editable: 'add' }), // inferred
    areaTypeName: text('分组名称', { required: true, search: true, length: 50 }), // inferred
    areaCodes: dict('所含县区', 'exam_area', { required: true, multiple: true }), // inferred
    sort: integer('排序', { default: 0 }), // inferred
  },
  unique: [['areaType']],
  order: ['sort', 'areaType'],
})

const BASE = '/api/bigdata-service/basicparam'

export const findAreaTypeParam: CrudCall = {
  ...defineCall('areaTypeParam.findAreaTypeParam', {
    method: 'GET',
    path: `${BASE}/findAreaTypeParam`,
    title: '县区分组',
    access: { permission: 'areatypeparam_view' },
    output: listRowFields(areaTypeParam),
    answer: 'list',
  }),
  entity: areaTypeParam.name,
  action: 'listall',
}

export const saveAreaTypeParam: CrudCall = {
  ...defineCall('areaTypeParam.saveAreaTypeParam', {
    method: 'POST',
    path: `${BASE}/saveAreaTypeParam`,
    title: '保存县区分组',
    access: { permission: 'areatypeparam_edit' },
    input: areaTypeParam.fields,
    output: listRowFields(areaTypeParam),
  }),
  entity: areaTypeParam.name,
  action: 'submit',
}
