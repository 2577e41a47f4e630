import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { date, dict, image, integer, percent, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { put } from '../../platform/put-file.ts'
import { GATHER_TRAIL, saveEachCall } from './gathered.ts'

const made = { editable: 'never', list: false } as const
const BASE = '/api/yzl-gather/gatherStudent'

/** A photo as papers carry it, one inch at 300 dpi: width and height. */
export const PHOTO = [295, 413] as const // inferred

/** 学生采集：一名学生在一个采集任务中的一条；先由学籍和上次采集带出，学校只改不对的。 */
export const gatherStudent = defineEntity('gatherStudent', {
  title: '学生采集',
  service: 'yzl-gather',
  limited: true,
  fields: {
    gatherTaskId: ref('采集任务', 'gatherTask', { required: true, search: true, editable: 'add' }),
    studentName: text('姓名', { required: true, search: 'name', length: 50 }), // inferred
    studentCode: text('学籍号', {
      required: true,
      search: 'equal',
      length: 24,
      check: 'studentCode',
      personal: 'studentCode',
      editable: 'add',
    }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }), // inferred
    schoolCode: ref('学校', 'basicSchool', { required: true, tree: true, value: 'schoolCode', search: true }), // inferred
    gradeCode: dict('年级', 'exam_grade', { required: true, search: true }), // inferred
    classCode: text('班级代码', { length: 40, search: 'equal', list: false }), // inferred
    className: text('班级', { length: 40 }), // inferred
    gatherStatus: dict('状态', 'gather_status', { numeric: true, search: true, editable: 'never', default: 0 }), // inferred
    gender: dict('性别', 'gender', { list: false }), // inferred
    birthday: date('出生日期', { list: false }), // inferred
    idCard: text('身份证号', { length: 18, check: 'idCard', personal: 'idCard', list: false }), // inferred
    nation: text('民族', { length: 20, list: false }), // inferred
    studentNo: text('学号', { length: 20, list: false }), // inferred
    artsScience: dict('科类', 'arts_science', { list: false }), // inferred
    courseCombination: text('选科', { isWorded: true, length: 20, list: false }), // inferred
    phone: text('联系电话', { length: 20, check: 'phone', personal: 'phone', list: false }), // inferred
    guardianName: text('监护人', { length: 50, personal: 'name', list: false }), // inferred
    guardianPhone: text('监护人电话', { length: 20, check: 'phone', personal: 'phone', list: false }), // inferred
    relation: text('与学生关系', { length: 20, list: false }), // inferred
    photoUrl: image('照片', { list: false, upload: `${BASE}/photo`, cut: PHOTO }), // inferred: path
    prefilledNum: integer('带出项数', { ...made, help: '采集项中由学籍和上次采集带出的' }), // inferred
    ...GATHER_TRAIL,
  },
  unique: [['gatherTaskId', 'studentCode']],
  importKey: ['gatherTaskId', 'studentCode'],
  order: ['gatherTaskId', 'schoolCode', 'classCode', 'studentCode'],
  contested: true,
  large: { sorts: [] },
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})

/** Items a task may ask for, as in dictionary `gather_field`; those of the register are taken from there. */
export const REGISTER_FIELDS = ['gender', 'birthday', 'studentNo', 'artsScience', 'courseCombination', 'phone'] as const
export const FURTHER_FIELDS = ['idCard', 'nation', 'guardianName', 'guardianPhone', 'relation', 'photoUrl'] as const
export const ASKED_FIELDS = [...REGISTER_FIELDS, ...FURTHER_FIELDS] as const

const gatherTaskId = ref('采集任务', 'gatherTask', { required: true })
const count = (label: string) => integer(label, { required: true })

/** 从学籍和上次采集带出：已有的不变；答复带出了多少项。 */
export const prefillStudents = defineCall('gatherStudent.prefill', {
  method: 'POST',
  path: `${BASE}/prefill`, // inferred
  title: '带出学生采集',
  access: { permission: 'gatherstudent_add' },
  input: {
    gatherTaskId,
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', help: '不选为看得到的全部学校' }),
  },
  output: {
    added: count('新增'),
    skipped: count('已有'),
    askedNum: count('应填项'),
    prefilledNum: count('带出项'),
    percent: percent('带出比例'),
  },
})

const classCode = text('班级代码', { length: 40, help: '不填为看得到的全部班级' })

/** 提交全部填好的草稿和被驳回的；一次最多500人，没填全的留下。 */
export const sendStudents = defineCall('gatherStudent.sendAll', {
  method: 'POST',
  path: `${BASE}/sendAll`, // inferred
  title: '提交全部学生采集',
  access: { permission: 'gatherstudent_edit' },
  input: { gatherTaskId, classCode },
  output: { sent: count('已提交'), refused: count('没填全'), leftNum: count('还没提交'), message: text('原因') },
})

/** 各班的学生采集，按班级和学籍号。 */
export const listClassesStudent = defineList('gatherStudent.listClassesStudent', {
  path: `${BASE}/listClassesStudent`,
  title: '班级学生采集',
  access: { permission: 'gatherstudent_view' },
  fields: listRowFields(gatherStudent),
  order: ['schoolCode', 'classCode', 'studentCode'],
})

/** 学生照片：jpg 或 png，不超过 500kb，竖版一寸；只留图像，拍摄地点等附带信息去掉。看得到这名学生的人才能打开。 */
export const studentPhoto = defineCall('gatherStudent.photo', {
  ...put,
  path: `${BASE}/photo`, // inferred
  title: '上传学生照片',
  access: 'signedIn',
  output: { link: text('地址', { required: true }), name: text('名称'), originalName: text('原名') },
})

/** 表格填报：改过的各条一起保存。 */
export const saveStudents = saveEachCall('gatherStudent', '学生采集', 'gatherstudent_edit')
