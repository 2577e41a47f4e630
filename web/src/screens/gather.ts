import type { ScreenLayout } from '../platform/crud/layout.ts'

export const gatherLayouts: Record<string, ScreenLayout> = {
  gatherTask: {
    first: ['taskName', 'taskStatus', 'gradeCodes', 'beginTime', 'endTime'],
    fields: {
      taskName: { width: 240 },
      askedFields: { span: 24 },
      requiredFields: { span: 24 },
      remark: { span: 24 },
    },
  },
  gatherStudent: {
    emptyHint: '从学籍和上次采集带出，或用“导入”上传工作簿',
    first: ['studentName', 'schoolCode', 'className', 'gatherStatus', 'rejectReason'],
    hasCopy: false,
  },
  gatherLink: {
    first: ['studentName', 'className', 'linkStatus', 'answerTime', 'openNum', 'expireTime', 'schoolCode'],
    emptyHint: '点“生成家长链接”，家长扫码核对自己孩子的信息',
    isReadOnly: true,
    hasPicks: true,
  },
  gatherWeixinMsg: {
    first: ['title', 'gatherTaskId', 'targetType', 'pushStatus', 'targetNum', 'successNum', 'failNum', 'pushTime'],
    emptyHint: '点“新增”，写给还没有核对的学生的家长',
    fields: { title: { span: 24 }, content: { span: 24 }, schoolCodes: { span: 24 }, studentIds: { span: 24 } },
    hasCopy: false,
  },
  gatherTeacher: {
    emptyHint: '从任课和上次采集带出，或用“导入”上传工作簿',
    first: ['teacherName', 'schoolCode', 'classCode', 'courseName', 'isClassLeader', 'gatherStatus', 'rejectReason'],
    hasCopy: false,
  },
  gatherHighExamScore: {
    emptyHint: '用“新增”填写，或用“导入”上传工作簿',
    first: ['studentName', 'candidateNumber', 'schoolCode', 'auditStatus', 'rejectReason'],
    hasCopy: false,
  },
}
