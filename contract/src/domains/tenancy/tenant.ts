import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dateTime, dict, flag, image, integer, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { relaxed } from '../../platform/relaxed.ts'

/** 租户：由管理租户的超级管理员建立；编号自动生成，-1 个账号表示不限。 */
export const tenant = defineEntity('tenant', {
  title: '租户',
  service: 'blade-system',
  tenantless: true,
  limited: true,
  fields: {
    tenantId: text('租户编号', { editable: 'never', search: true, length: 12 }),
    tenantName: text('租户名称', { required: true, search: true, length: 100 }),
    linkman: text('联系人', { search: true, length: 50 }),
    contactNumber: text('联系电话', { length: 50 }),
    address: text('联系地址', { length: 200, list: false }),
    domainUrl: text('绑定域名', { length: 255 }),
    brandTitle: text('系统名称', { length: 30, list: false, help: '登录页和页面左上角的名称；不填为学衡' }), // inferred
    brandColor: text('主题色', {
      length: 7,
      list: false,
      help: '如 #2F54EB；文字和按钮会加深到看得清；本人另选的颜色优先',
    }), // inferred
    logoUrl: image('系统标志', { length: 500, list: false }), // inferred
    backgroundUrl: image('登录页背景', { length: 500, list: false }),
    adminAccount: text('管理员账号', {
      editable: 'add',
      length: 64,
      list: false,
      help: '不填为 admin；首次密码保存后发放',
    }), // inferred
    packageId: ref('菜单套餐', 'menuPackage', { help: '租户的角色只能在套餐内授权；不选为全部菜单' }), // inferred
    accountNumber: integer('账号额度', {
      min: -1,
      help: '-1 为不限；新增时不填则用系统参数 tenant.default.accountNumber',
    }),
    expireTime: dateTime('过期时间', { help: '过期后只能查看，不能修改' }),
    passwordProfile: dict('密码策略', 'password_profile', { list: false, help: '不选则不限制' }), // inferred: rules for passwords
    secondFactor: flag('强制二次验证', { default: 0, list: false, help: '没有绑定验证器的用户登录后须先绑定' }), // inferred
  },
})

const kept = listRowFields(tenant)
const tenantId = text('租户编号', { required: true })
const row = { ...kept, tenantId, domain: text('绑定域名'), datasourceId: text('数据源') }

const BASE = '/api/blade-system/tenant'
const view = { permission: 'tenant_view' }
const ids = text('租户', { length: 100_000 })

export const tenantList = defineList('tenant.list', {
  path: `${BASE}/list`,
  title: '租户列表',
  access: view,
  fields: row,
  order: ['id'],
})

/** 表单里选租户用：管理租户看到全部，其他只有自己。 */
export const tenantSelect = defineCall('tenant.select', {
  method: 'GET',
  path: `${BASE}/select`,
  title: '租户选项',
  access: 'signedIn',
  output: { id: kept.id, tenantId, tenantName: tenant.fields.tenantName },
  answer: 'list',
})

export const tenantDetail = defineCall('tenant.detail', {
  method: 'GET',
  path: `${BASE}/detail`,
  title: '租户详情',
  access: view,
  input: { id: text('主键', { required: true }) },
  output: row,
})

/** 没有 id 是新增（tenant_add），有 id 是修改（tenant_edit）。 */
export const tenantSubmit = defineCall('tenant.submit', {
  method: 'POST',
  path: `${BASE}/submit`,
  title: '保存租户',
  access: 'signedIn',
  input: {
    ...relaxed(tenant.fields),
    id: text('主键'),
    domain: text('绑定域名', { length: 255 }),
    updateTime: text('更新时间'),
  },
  output: row,
})

export const tenantRemove = defineCall('tenant.remove', {
  method: 'POST',
  path: `${BASE}/remove`,
  title: '删除租户',
  access: { permission: 'tenant_delete' },
  stepUp: true,
  input: { ids },
  answer: 'status',
})

/** 为租户的管理员发放新的首次密码：只在这一次回答里出现，本人登录后修改。 */
export const tenantAdminPassword = defineCall('tenant.adminPassword', {
  method: 'POST',
  path: `${BASE}/admin-password`, // inferred
  title: '发放管理员密码',
  access: { permission: 'tenant_edit' },
  stepUp: true,
  input: { id: text('主键', { required: true, length: 20 }) },
  output: {
    tenantId: text('租户编号', { required: true }),
    account: text('账号', { required: true }),
    password: text('首次密码', { required: true }),
  },
})

export const tenantSetting = defineCall('tenant.setting', {
  method: 'POST',
  path: `${BASE}/setting`,
  title: '租户授权配置',
  access: { permission: 'tenant_edit' },
  input: { ids, accountNumber: tenant.fields.accountNumber, expireTime: tenant.fields.expireTime },
  answer: 'status',
})
