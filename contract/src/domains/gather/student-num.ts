import { defineCall } from '../../kit/call.ts'
import { type Fields, dict, integer, percent, ref, text } from '../../kit/field.ts'

const count = (label: string) => integer(label, { required: true })
const gatherTaskId = ref('采集任务', 'gatherTask', { required: true })
const areaCode = dict('县区', 'exam_area')
const schoolCode = ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', required: true })
const gradeCode = dict('年级', 'exam_grade')

/** What is answered of an area, school, grade or class. Every later step counts in the ones before it. */
const output = {
  code: text('代码', { required: true }),
  name: text('名称', { required: true }),
  planNum: count('应采人数'),
  filledNum: count('已填人数'),
  gatherNum: count('已提交'),
  auditNum: count('审核通过'),
  collateNum: count('已校对'),
  rejectNum: count('被驳回'),
  percent: percent('完成率'),
}

function numCall<const I extends Fields>(name: string, title: string, more: I) {
  return defineCall(`gatherStudent.${name}`, {
    method: 'GET',
    path: `/api/yzl-gather/gatherStudent/${name}`,
    title,
    access: { permission: 'gatherstudentnum_view' },
    input: { gatherTaskId, ...more },
    output,
    answer: 'list',
  })
}

/** 应采人数是学籍中任务年级的在籍学生；完成率是已提交占应采的比例。 */
export const numInArea = numCall('getStudentNumInArea', '各县区采集人数', {})
export const numInSchool = numCall('getStudentNumInSchool', '各学校采集人数', { areaCode })
export const numInGrade = numCall('getStudentNumInSchoolGrade', '各年级采集人数', { schoolCode })
export const numInClass = numCall('getStudentNumInSchoolClass', '各班采集人数', { schoolCode, gradeCode })

/**
 * 催办没有交齐的单位：还没提交的学生由家长消息的送达方式通知，结果逐人可查；还有学生没有带出的学校，另通知学校的填报账号。
 * 不填单位为看得到的全部。
 */ // inferred
export const remindLate = defineCall('gatherStudent.remind', {
  method: 'POST',
  path: '/api/yzl-gather/gatherStudent/remind', // inferred
  title: '催办采集',
  access: { permission: 'gatherweixinmsg_push' },
  input: {
    gatherTaskId,
    areaCode,
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode' }),
    gradeCode,
    classCode: text('班级代码', { length: 40 }),
  },
  output: { schoolNum: count('没交齐的学校'), studentNum: count('通知的学生'), toldNum: count('通知的账号') },
})

export const studentNumCalls = [numInArea, numInSchool, numInGrade, numInClass, remindLate]
