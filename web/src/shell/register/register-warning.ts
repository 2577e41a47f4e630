export interface Registration {
  tenantId: string
  name: string
  account: string
  password: string
  password2: string
}

/** The first thing that is missing, in the order the form asks for it. */
export function registerWarning(typed: Registration): string | undefined {
  if (!typed.tenantId?.trim()) return '请先输入租户编号'
  if (!typed.account?.trim()) return '请先输入账号名称'
  if (!typed.password || !typed.password2) return '请先输入密码'
  return typed.password === typed.password2 ? undefined : '两次密码输入不一致'
}
