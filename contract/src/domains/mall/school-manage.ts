import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, image, integer, ref, text } from '../../kit/field.ts'
import { MALL_SERVICES } from './parent.ts'

/** 参加阅读的学校：取自学校库，县区随学校。 */ // inferred
export const schoolManage = defineEntity('schoolmanage', {
  title: '阅读学校',
  service: MALL_SERVICES,
  table: 'mall_school',
  dialect: 'mall',
  fields: {
    schoolCode: ref('学校', 'basicSchool', {
      tree: true,
      value: 'schoolCode',
      required: true,
      search: true,
      editable: 'add',
    }),
    schoolName: text('显示名称', { search: true, length: 64, help: '不填为学校库中的名称' }),
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }),
    logo: image('校徽', { list: false }),
    contactName: text('联系人', { length: 50 }),
    contactPhone: text('联系电话', { length: 20, check: 'phone', personal: 'phone' }),
    address: text('地址', { length: 200, list: false }),
    sort: integer('排序', { min: 0, max: 9999, default: 0 }),
    isEnabled: flag('启用', { default: 1, search: true }),
    remark: text('备注', { length: 500, list: false }),
  },
  unique: [['schoolCode']],
  order: ['sort'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})
