import { json } from '../kit/field.ts'

/** 首次密码：只在这一次回答里出现，72小时内有效，本人登录后必须修改。租户使用统一的初始密码时没有。 */
export interface IssuedPassword {
  account: string
  name: string
  password: string
}

export const issuedPasswords = json<IssuedPassword[]>('首次密码', { required: true }) // inferred
