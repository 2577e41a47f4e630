import { defineCall } from '../kit/call.ts'
import { type Row, json, text } from '../kit/field.ts'

const INSTALLATION = {
  timeZone: text('时区', { required: true }),
  silentCodes: json<number[]>('不提示的错误码'),
}

/** What holds for every page of the installation. */
export type Installation = Row<typeof INSTALLATION>

/** 页面在登录前后都要知道的：时间按哪个时区显示，哪些错误码不提示。 */
export const installation = defineCall('param.installation', {
  method: 'GET',
  path: '/api/blade-system/param/installation', // inferred
  title: '页面的全局设置',
  access: 'public',
  output: INSTALLATION,
})
