import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, secret, text } from '../../kit/field.ts'
import { enablingCalls } from './enabling-calls.ts'

/** 存在本机数据目录里；其余类别都是兼容 S3 的对象存储。 */
export const LOCAL_STORE = 9

/** 对象存储：一个租户同时启用一个，每个文件记得自己存在哪里。没有启用的，文件存在系统自己的存储里。 */
export const oss = defineEntity('oss', {
  title: '对象存储',
  service: 'blade-resource',
  table: 'oss_config',
  fields: {
    category: dict('存储类别', 'oss', { numeric: true, required: true, search: true }),
    ossCode: text('资源编号', { required: true, search: true, length: 64 }),
    endpoint: text('服务地址', { length: 300, help: '本地存储不填' }), // inferred
    bucketName: text('空间名', { required: true, length: 63 }),
    accessKey: text('AccessKey', { length: 200, list: false }),
    secretKey: secret('SecretKey', { length: 500 }), // inferred
    appId: text('应用编号', { length: 64, list: false }),
    region: text('地域', { length: 64, default: 'us-east-1' }),
    isPathStyle: flag('路径方式', { default: 1, list: false, help: '空间名写在路径里；阿里云、腾讯云请关闭' }), // inferred
    remark: text('备注', { length: 500, list: false }),
    statusName: text('是否启用', { editable: 'never', sortable: false }),
  },
  unique: [['ossCode']],
  order: ['-status', '-createTime'],
})

export const ossEnabling = enablingCalls(oss)

/** 写入、读回、删除一个小文件。 */
export const ossTest = defineCall('oss.test', {
  method: 'POST',
  path: '/api/blade-resource/oss/test', // inferred
  title: '测试对象存储',
  access: { permission: 'oss_enable' },
  input: { id: text('主键', { required: true }) },
  answer: 'status',
})
