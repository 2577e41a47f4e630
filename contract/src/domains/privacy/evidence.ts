import { defineCall } from '../../kit/call.ts'
import { date, text } from '../../kit/field.ts'

/** 合规证据：一个压缩包，内有PDF、工作簿和校验值，全部来自当前的数据。只有租户的管理员可以生成。 */
export const makeEvidence = defineCall('privacyEvidence.make', {
  method: 'POST',
  path: '/api/blade-privacy/evidence/make', // inferred
  title: '生成合规证据',
  access: { permission: 'privacyevidence_make' },
  input: {
    beginDate: date('开始日期', { required: true }),
    endDate: date('结束日期', { required: true, help: '登录、导出和查阅的记录取这段时间的，其余是现在的状况' }),
  },
  output: { jobId: text('任务', { required: true }) },
  stepUp: true,
})

/** What the pack holds, in its order; a sheet of the workbook each. */
export const EVIDENCE_PARTS = {
  overview: '概况',
  roles: '角色与账号数',
  accounts: '账号与最近登录',
  policy: '口令与保留参数',
  signIns: '登录成功与失败',
  exports: '个人信息导出与查看',
  childAccess: '学生信息查阅',
  chains: '日志链校验',
  backups: '备份',
  retention: '保留规则',
  purposes: '处理目的与同意',
  requests: '个人信息请求',
} as const
export type EvidencePart = keyof typeof EVIDENCE_PARTS
