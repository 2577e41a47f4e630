import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dict, flag, integer, percent, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { GATHER_TRAIL, saveEachCall } from './gathered.ts'

const made = { editable: 'never', list: false } as const

/** 教师采集：一名教师教一个班的一科在一个采集任务中的一条；先由任课、教师管理和上次采集带出。 */
export const gatherTeacher = defineEntity('gatherTeacher', {
  title: '教师采集',
  service: 'yzl-gather',
  limited: true,
  fields: {
    gatherTaskId: ref('采集任务', 'gatherTask', { required: true, search: true, editable: 'add' }),
    teacherCode: text('教师编号', { required: true, search: true, length: 32, editable: 'add' }), // inferred
    teacherName: text('姓名', { required: true, search: 'name', length: 50 }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }), // inferred
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', search: true, editable: 'never' }), // inferred
    gradeCode: dict('年级', 'exam_grade', { search: true, editable: 'never' }), // inferred
    classCode: ref('班级', 'schoolClasses', { required: true, value: 'classCode', editable: 'add' }), // inferred
    className: text('班级名称', { length: 40, editable: 'never', list: false }), // inferred
    courseName: dict('科目', 'exam_course', { required: true, search: true, editable: 'add' }), // inferred
    isClassLeader: flag('班主任', { default: 0 }), // inferred
    canMark: flag('可阅卷', { default: 0 }), // inferred
    gatherStatus: dict('状态', 'gather_status', { numeric: true, search: true, editable: 'never', default: 0 }), // inferred
    gender: dict('性别', 'gender', { list: false }), // inferred
    idCard: text('身份证号', { length: 18, check: 'idCard', personal: 'idCard', list: false }), // inferred
    phone: text('联系电话', { length: 20, check: 'phone', personal: 'phone', list: false }), // inferred
    title: text('职称', { length: 30, list: false }), // inferred
    prefilledNum: integer('带出项数', { ...made, help: '采集项中由教师管理和上次采集带出的' }), // inferred
    ...GATHER_TRAIL,
  },
  unique: [['gatherTaskId', 'teacherCode', 'courseName', 'classCode']],
  importKey: ['gatherTaskId', 'teacherCode', 'courseName', 'classCode'],
  order: ['gatherTaskId', 'schoolCode', 'classCode', 'courseName', 'teacherCode'],
  contested: true,
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})

/** Items of dictionary `gather_field` that a task may ask of teachers. */
export const TEACHER_FIELDS = ['gender', 'idCard', 'phone', 'title'] as const

const BASE = '/api/yzl-gather/gatherTeacher'
const gatherTaskId = ref('采集任务', 'gatherTask', { required: true })
const school = { tree: true, value: 'schoolCode', help: '不选为看得到的全部学校' } as const
const schoolCode = ref('学校', 'basicSchool', school)
const count = (label: string) => integer(label, { required: true })

/** 从任课、教师管理和上次采集带出：已有的不变；答复带出了多少项。 */
export const prefillTeachers = defineCall('gatherTeacher.prefill', {
  method: 'POST',
  path: `${BASE}/prefill`, // inferred
  title: '带出教师采集',
  access: { permission: 'gatherteacher_add' },
  input: { gatherTaskId, schoolCode },
  output: {
    added: count('新增'),
    skipped: count('已有'),
    askedNum: count('应填项'),
    prefilledNum: count('带出项'),
    percent: percent('带出比例'),
  },
})

/** 提交全部填好的草稿和被驳回的；一次最多500条，没填全的留下。 */
export const sendTeachers = defineCall('gatherTeacher.sendAll', {
  method: 'POST',
  path: `${BASE}/sendAll`, // inferred
  title: '提交全部教师采集',
  access: { permission: 'gatherteacher_edit' },
  input: { gatherTaskId, schoolCode },
  output: { sent: count('已提交'), refused: count('没填全'), leftNum: count('还没提交'), message: text('原因') },
})

const classList = <const N extends string>(name: N, title: string) =>
  defineList(`gatherTeacher.${name}`, {
    path: `${BASE}/${name}`,
    title,
    access: { permission: 'gatherteacherclasses_view' },
    fields: listRowFields(gatherTeacher),
    order: ['schoolCode', 'classCode', 'courseName', 'teacherCode'],
  })

/** 各班的任课教师，按班级和科目。 */
export const listClassesTeacher = classList('listClassesTeacher', '班级任课教师采集')
/** 各班的班主任。 */
export const listClassesLeader = classList('listClassesLeader', '班主任采集')

/** 表格填报：改过的各条一起保存。 */
export const saveTeachers = saveEachCall('gatherTeacher', '教师采集', 'gatherteacher_edit')
