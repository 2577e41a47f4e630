import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dateTime, dict, flag, integer, json, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { APPID, MANAGE, STARTED, id, rowAppid } from './context.ts'

const told = { editable: 'never' } as const

/** 粉丝：由同步和回调产生，只有手机号和备注在这里改。微信自2021年底不再给出昵称、头像、性别和城市，所以它们可以为空。 */
export const wxUser = defineEntity('wxUser', {
  title: '粉丝',
  service: 'yzl-mpweixin/manage',
  dialect: 'mp',
  fields: {
    appid: rowAppid,
    openid: text('openid', { required: true, search: 'equal', length: 64, editable: 'never' }),
    nickname: text('昵称', { search: true, length: 50, ...told }),
    remark: text('备注名', { search: true, length: 29 }),
    phone: text('手机号码', { search: 'equal', length: 20, check: 'phone', personal: 'phone' }),
    subscribe: flag('已关注', { search: true, ...told }),
    subscribeTime: dateTime('关注时间', told),
    subscribeScene: dict('关注来源', 'wx_subscribe_scene', told),
    qrSceneStr: text('二维码场景', { search: 'equal', length: 64, ...told }),
    tagidList: json<number[]>('标签', { list: true, ...told }),
    sex: dict('性别', 'sex', { numeric: true, list: false, ...told }),
    city: text('城市', { search: 'equal', length: 50, list: false, ...told }),
    province: text('省份', { search: 'equal', length: 50, list: false, ...told }),
    headimgurl: text('头像', { length: 500, list: false, ...told }),
    unionid: text('unionid', { length: 64, list: false, ...told }),
    /** The pull that saw it last. */
    syncNo: integer('同步次序', { list: false, ...told }),
  },
  order: ['-subscribeTime'],
})

const BASE = `${MANAGE}/wxUser`
const rowFields = listRowFields(wxUser)

export const wxUserList = defineList('wxUser.list', {
  path: `${BASE}/list`,
  title: '粉丝列表',
  access: { permission: 'wxuser_view' },
  input: { ...APPID, tagid: integer('标签', { min: 0 }) },
  fields: rowFields,
  order: wxUser.order,
})

/** `id` 为主键或 openid。 */
export const wxUserDetail = defineCall('wxUser.detail', {
  method: 'GET',
  path: `${BASE}/detail`,
  aliases: [`${BASE}/info/:id`],
  title: '粉丝详情',
  access: { permission: 'wxuser_view' },
  input: { id, ...APPID },
  output: rowFields,
})

export const wxUserByIds = defineCall('wxUser.listByIds', {
  method: 'POST',
  path: `${BASE}/listByIds`,
  title: '按 openid 查询粉丝',
  access: { permission: 'wxuser_view' },
  body: 'array',
  readOnly: true,
  answer: 'list',
  output: rowFields,
})

/** 改手机号和备注名；备注名也写到微信。 */
export const wxUserSubmit = defineCall('wxUser.submit', {
  method: 'POST',
  path: `${BASE}/submit`,
  aliases: [`${BASE}/save`, `${BASE}/update`],
  title: '修改粉丝',
  access: { permission: 'wxuser_edit' },
  outside: true,
  input: {
    id: text('主键', { length: 64 }),
    openid: text('openid', { length: 64 }),
    ...APPID,
    remark: wxUser.fields.remark,
    phone: wxUser.fields.phone,
  },
  output: rowFields,
})

/** 只删本地记录；下次同步会再出现。 */
export const wxUserDelete = defineCall('wxUser.delete', {
  method: 'POST',
  path: `${BASE}/delete`,
  title: '删除粉丝',
  access: { permission: 'wxuser_delete' },
  body: 'array',
  answer: 'status',
})

/** 拉取全部粉丝；不再关注的标为未关注。 */
export const wxUserSync = defineCall('wxUser.syncWxUsers', {
  method: 'POST',
  path: `${BASE}/syncWxUsers`,
  title: '同步粉丝',
  access: { permission: 'wxuser_sync' },
  input: APPID,
  output: { ...STARTED, message: text('说明', { required: true }) },
})

/** 查一位微信用户：先查本地，没有时问微信并存下。 */
export const clientUserInfo = defineCall('client.wxUserInfo', {
  method: 'GET',
  path: '/api/yzl-mpweixin/client/wx-user-info',
  title: '微信用户查询',
  access: { permission: 'wxuser_view' },
  notes: true,
  input: { openId: text('openId', { required: true, length: 64 }), ...APPID },
  output: rowFields,
})

export const clientUsersByUnionid = defineCall('client.wxUserListByUnionid', {
  method: 'GET',
  path: '/api/yzl-mpweixin/client/wx-user-list-by-unionid',
  title: '按 unionId 查询微信用户',
  access: { permission: 'wxuser_view' },
  input: { unionId: text('unionId', { required: true, length: 64 }) },
  answer: 'list',
  output: rowFields,
})

/** 标签：以微信为准，本地有一份。 */
const TAG = {
  id: integer('标签编号', { required: true }),
  name: text('标签名', { required: true }),
  count: integer('粉丝数', { required: true }),
}

const TAGS = `${MANAGE}/wxUserTags`

/** `refresh` 为1时先从微信读取。 */
export const tagList = defineCall('wxUserTags.list', {
  method: 'GET',
  path: `${TAGS}/list`,
  title: '粉丝标签列表',
  access: { permission: 'wxusertags_view' },
  notes: true,
  input: { ...APPID, refresh: flag('从微信读取') },
  answer: 'list',
  output: TAG,
})

const tagInput = {
  id: integer('标签编号', { min: 0, max: 1_000_000_000 }),
  name: text('标签名', { required: true, length: 30 }),
  ...APPID,
}

/** 没有编号是新增，有编号是改名。 */
export const tagSave = defineCall('wxUserTags.save', {
  method: 'POST',
  path: `${TAGS}/save`,
  aliases: [`${TAGS}/update`],
  title: '保存粉丝标签',
  access: { permission: 'wxusertags_save' },
  outside: true,
  input: tagInput,
  answer: 'status',
})

const batchInput = {
  tagid: integer('标签', { required: true, min: 0 }),
  openidList: json<string[]>('粉丝', { shape: 'texts', required: true, message: '请选择至少一条数据' }),
  ...APPID,
}

export const tagBatch = defineCall('wxUserTags.batchTagging', {
  method: 'POST',
  path: `${TAGS}/batchTagging`,
  title: '批量打标签',
  access: { permission: 'wxusertags_save' },
  outside: true,
  input: batchInput,
  answer: 'status',
})

export const untagBatch = defineCall('wxUserTags.batchUnTagging', {
  ...tagBatch,
  path: `${TAGS}/batchUnTagging`,
  title: '批量取消标签',
})

/** 编号在地址里的改名。 */
export const tagUpdate = defineCall('wxUserTags.updateById', {
  ...tagSave,
  path: `${TAGS}/:id`,
  aliases: [],
  title: '修改粉丝标签',
})

export const tagDetail = defineCall('updateTags.detail', {
  method: 'GET',
  path: `${MANAGE}/updateTags/detail`,
  aliases: [`${TAGS}/detail`, `${TAGS}/info/:id`],
  title: '粉丝标签详情',
  access: { permission: 'wxusertags_view' },
  input: { id: integer('标签编号', { required: true }), ...APPID },
  output: TAG,
})

export const tagDelete = defineCall('updateTags.delete', {
  method: 'POST',
  path: `${MANAGE}/updateTags/delete/:id`,
  aliases: [`${TAGS}/delete/:id`],
  title: '删除粉丝标签',
  access: { permission: 'wxusertags_delete' },
  outside: true,
  input: { id: integer('标签编号', { required: true }), ...APPID },
  answer: 'status',
})

export const wxUserCalls = [
  wxUserList,
  wxUserDetail,
  wxUserByIds,
  wxUserSubmit,
  wxUserDelete,
  wxUserSync,
  clientUserInfo,
  clientUsersByUnionid,
  tagList,
  tagSave,
  tagBatch,
  untagBatch,
  tagUpdate,
  tagDetail,
  tagDelete,
]
