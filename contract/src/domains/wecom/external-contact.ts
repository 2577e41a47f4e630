import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, json, text } from '../../kit/field.ts'
import { OF_CORP, OF_UNIT, SYNCED } from './unit.ts'

/** 添加了外部联系人的成员；成员给联系人记下的手机号不取。 */
export interface FollowUser {
  userid: string
  remark: string
  description: string
  createtime: number
  state: string
  addWay: number
  tags: { groupName: string; tagName: string; type: number }[]
}

/** 外部联系人：家长等企业之外的人，wm 开头是微信用户，wo 开头是企业微信用户。 */
export const wecomContact = defineEntity('wecomContact', {
  title: '外部联系人',
  service: 'blade-qyweixin',
  path: 'externalcontact',
  limited: true,
  fields: {
    ...OF_CORP,
    externalUserid: text('外部联系人ID', {
      required: true,
      search: true,
      length: 64,
      check: 'memberId',
      editable: 'add',
    }), // inferred
    name: text('名称', { required: true, search: true, length: 128 }), // inferred
    contactType: dict('类型', 'wecom_contact_type', { numeric: true, search: true, default: 1 }), // inferred
    gender: dict('性别', 'wecom_gender', { numeric: true, default: 0 }), // inferred
    position: text('职务', { length: 128 }), // inferred
    corpName: text('所在企业', { length: 128 }), // inferred
    corpFullName: text('所在企业全称', { length: 255, list: false }), // inferred
    avatar: text('头像地址', { length: 512, list: false, editable: 'never' }), // inferred
    unionid: text('UnionID', { length: 64, list: false, editable: 'never' }), // inferred
    isSubscribe: flag('已关注学校通知', { editable: 'never' }), // inferred
    followUsers: json<FollowUser[] | null>('添加的成员', { editable: 'never' }), // inferred
    ...OF_UNIT,
    ...SYNCED,
  },
  unique: [['corpId', 'externalUserid']],
  order: ['corpId', 'externalUserid'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})
