/** One refusal the product can answer: its HTTP status and its Chinese text with `{slots}`. */
export interface ErrorKind {
  status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503
  text: string
}

/** Refusals of the platform; a domain adds its own beside its declarations. */
export const errors = {
  'request.invalid': { status: 400, text: '{message}' },
  'request.missing': { status: 400, text: '缺少必要的请求参数: {name}' },
  'request.unreadable': { status: 400, text: '请求内容无法解析' },
  'request.tooLarge': { status: 413, text: '上传内容超过{limit}' },
  'request.type': { status: 415, text: '不支持的请求类型' },
  'request.bodyTooLarge': { status: 413, text: '请求内容过大' },
  'request.tooManyFiles': { status: 413, text: '一次上传的文件过多' },
  'request.badValue': { status: 400, text: '请求参数格式错误' },
  'request.noSelection': { status: 400, text: '请选择至少一条数据' },
  'session.missing': { status: 401, text: '缺失令牌,鉴权失败' },
  'session.expired': { status: 401, text: '令牌已失效' },
  'session.stale': {
    status: 403,
    text: '为了安全，请先确认身份；不能确认身份的客户端请重新登录后再试，或由管理员在应用管理中延长登录视为身份确认的时间',
  },
  'duty.password': { status: 403, text: '请先修改密码' },
  'duty.factor': { status: 403, text: '请先启用二次验证' },
  'duty.register': { status: 403, text: '请先完成注册' },
  'access.refused': { status: 403, text: '请求被拒绝' },
  'view.readOnly': { status: 403, text: '正在以用户身份查看，只能读取，不能修改' },
  'view.noFiles': { status: 403, text: '正在以用户身份查看，不能导出或下载文件' },
  'tenant.expired': { status: 403, text: '租户授权已过期,请联系管理员' },
  'row.notFound': { status: 404, text: '数据不存在或已被删除' },
  'row.stale': { status: 409, text: '数据已被他人修改，请刷新后再试；您填写的内容仍保留在表单中' },
  'row.exists': { status: 400, text: '该{labels}已存在' },
  'row.taken': { status: 400, text: '数据已存在，请勿重复提交' },
  'row.busy': { status: 409, text: '数据正被他人修改，请稍后再试' },
  'row.hasChildren': { status: 400, text: '请先删除子节点!' },
  'row.sealed': { status: 409, text: '数据已封存，不能修改' },
  'state.forbidden': { status: 409, text: '当前状态为「{state}」，不能{action}' },
  'database.away': { status: 503, text: '数据库暂时无法连接，请稍后再试' },
  'database.busy': { status: 503, text: '数据库繁忙，请稍后再试' },
  'storage.full': { status: 503, text: '存储空间不足，未能保存，请联系管理员清理磁盘' },
  'storage.closed': { status: 503, text: '数据目录无法写入，请联系管理员检查磁盘和权限' },
  'storage.broken': { status: 503, text: '磁盘读写出错，请联系管理员检查磁盘' },
  'storage.away': { status: 503, text: '文件存储暂时无法访问，请稍后再试' },
  'storage.refused': { status: 503, text: '文件存储拒绝了请求，请联系管理员检查存储设置' },
  'server.busy': { status: 503, text: '服务器繁忙，请稍后再试' },
  'server.memory': { status: 503, text: '可用内存不足，计算已中止，请稍后再试，或请管理员增加内存' },
  'service.away': { status: 503, text: '所依赖的服务暂时无法访问，请稍后再试' },
  'request.tooLong': { status: 503, text: '处理时间过长，已中止，请缩小范围后再试' },
  'rate.limited': { status: 429, text: '操作过于频繁，请{seconds}秒后再试' },
  'file.type': { status: 415, text: '不支持的文件类型：{name}' },
  'file.tooLarge': { status: 413, text: '上传文件过大' },
  'file.broken': { status: 400, text: '文件无法读取：{reason}' },
  'file.gone': { status: 503, text: '所需的文件已不在服务器上，请重新上传，或联系管理员从备份恢复' },
  'file.damaged': { status: 503, text: '服务器上的文件内容已损坏，请重新上传，或联系管理员从备份恢复' },
  'package.damaged': { status: 409, text: '报表的文件{file}缺失或已损坏，请重新生成报表' },
  defect: { status: 500, text: '未知错误（编号{id}），请稍后再试；若仍出现，请把编号告诉管理员' },
} satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof errors

/** `fill('该{labels}已存在', {labels: '学年县区'})`. */
export function fill(text: string, slots: Record<string, string | number> = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(slots[name] ?? ''))
}
