/** What the server notes of itself, in the words of those who look after it. */
export const NOTE_TITLES: Readonly<Record<string, string>> = {
  'server started': '系统已启动',
  'demo bureau loaded': '演示数据已载入',
  'audit head': '日志链的末端已记下',
  'old log lines cleared away': '过期日志已清除',
  'recycle bin emptied': '回收站的过期数据已清除',
  'no administrator in whose name to back up': '没有管理员，无法定时备份',
  'log lines could not be written': '日志暂时无法写入',
  'log lines were lost': '有日志没有写入',
  'scheduled task failed': '定时任务失败',
  'job could not be ended': '任务状态未能保存',
  'job failed': '任务失败',
  'job failed, and so did what its module does then': '任务失败，后续处理也失败',
  queue: '任务队列出错',
  'queue watch': '任务队列检查出错',
  'security events cannot be sent': '安全事件无法送出',
  'work after a change failed': '保存之后的后续处理失败',
  'package left out': '有报表无法读取，已略过',
  'reports not made anew': '有旧版报表没有重新生成',
  'object store test failed': '对象存储测试失败',
  'upload kept': '上传的图片未能清理',
  'an applicant could not be told': '未能通知注册申请人',
  'code not sent': '短信验证码发送失败',
  'sign-in code': '登录验证码',
  'a timer of a process failed': '流程的定时器失败',
  'parents were not told': '未能通知家长',
  'what follows a callback failed': '平台推送的后续处理失败',
  'provider refused': '外部平台拒绝了请求',
  'provider answered oddly': '外部平台的应答无法识别',
  'read replica': '只读副本的状态有变化',
  'read replica refused': '只读副本不能使用',
  'read mark not kept': '读取位置未能记下',
  'out of order': '请求暂时无法处理',
  unexpected: '未知错误',
  'refused request': '请求被拒绝',
}

const NAMES: Readonly<Record<string, string>> = {
  version: '版本',
  roles: '运行角色',
  tenant: '租户',
  log: '日志',
  seq: '序号',
  hash: '校验值',
  gone: '清除',
  group: '类别',
  waiting: '等待写入',
  dropped: '丢失',
  task: '任务',
  job: '任务',
  id: '编号',
  timer: '定时器',
  instance: '流程实例',
  folder: '目录',
  store: '对象存储',
  account: '账号',
  phone: '手机',
  code: '验证码',
  students: '学生',
  exams: '考试',
  ms: '毫秒',
  state: '状态',
  why: '原因',
}

/** One fact a line: `版本：0.1.0`. */
export function describeFacts(facts: object): string {
  return Object.entries(facts)
    .map(
      ([name, value]) => `${NAMES[name] ?? name}：${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
    )
    .join('\n')
}
