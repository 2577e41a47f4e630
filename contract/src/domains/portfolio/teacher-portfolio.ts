import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dateTime, decimal, dict, flag, image, integer, paragraph, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { MOST_PHOTOS } from './portfolio-kinds.ts'

const BASE = '/api/yzl-gather/teacherPortfolio'
const OPEN = '/api/yzl-openapi/teacherPortfolio'
const made = { editable: 'never', list: false } as const

/**
 * 教师档案的一条：学历、证书、获奖等。哪一类填哪些项见 portfolio-kinds；审核状态只随流程变化。
 * 教师、学校、县区在填报时记下，以后调动不改历史。照片是私有文件，带签名的链接半小时内有效。
 */
export const teacherPortfolio = defineEntity('teacherPortfolio', {
  title: '教师档案',
  service: 'yzl-gather',
  limited: true,
  fields: {
    portfolioType: dict('档案类别', 'portfolio_type', {
      numeric: true,
      required: true,
      search: true,
      editable: 'add',
    }), // inferred
    portfolioChildType: dict('学历或学位', 'portfolio_child_type', { numeric: true, editable: 'add', list: false }),
    teacherCode: text('教师编号', {
      length: 64,
      search: 'equal',
      editable: 'add',
      help: '教师的登录账号；教师本人不填',
    }), // inferred
    teacherName: text('教师姓名', { search: 'name', length: 100, editable: 'never' }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }), // inferred
    schoolCode: ref('学校', 'basicSchool', {
      tree: true,
      value: 'schoolCode',
      search: true,
      editable: 'add',
    }), // inferred
    certName: text('名称', { length: 200, help: '证书、奖项、课题或文章的名称' }), // inferred
    education: dict('学历', 'education', { list: false }),
    educationLevel: dict('学位', 'education_level', { list: false }),
    teacherCredentials: dict('教师资格证等级', 'teacher_qualification_cert_level', { list: false }),
    spokenLanguage: dict('普通话等级', 'spoken_language_cert_level', { list: false }),
    dutyCredentials: dict('职称等级', 'duty_credentials_cert_level', { list: false }),
    courseType: dict('课程类型', 'course_type_cert_level', { list: false }),
    targetObjectType: dict('辅导对象', 'target_object_cert_level', { list: false }),
    certLevel: dict('级别', 'district_type_cert_level', { search: true }),
    prizeType: dict('奖项类型', 'prize_type_cert_level'),
    certDate: dateTime('颁发证书日期', { search: 'range' }),
    certBeginDate: dateTime('开始时间', { list: false }),
    certEndDate: dateTime('截至时间', { list: false }),
    isToNow: flag('至今', { list: false }), // inferred
    graduateSchool: text('毕业院校', { length: 100, list: false }), // inferred
    major: text('专业', { length: 100, list: false }), // inferred
    subjectName: text('任教学科', { isWorded: true, length: 50, list: false }), // inferred
    certNo: text('证书编号', { length: 64, list: false }), // inferred
    issueOrg: text('颁发单位', { length: 100, list: false }), // inferred
    certScore: decimal('测试成绩', { scale: 1, min: 0, max: 100, list: false }), // inferred
    hours: decimal('学时', { scale: 1, min: 0, max: 9999, list: false }), // inferred
    dutyRole: text('承担角色', { length: 50, list: false }), // inferred
    memo: paragraph('情况说明', { length: 1000 }),
    certImageUrl: image('照片', {
      length: 1000,
      max: MOST_PHOTOS,
      upload: `${OPEN}/imageUpload?bucketName=portfolio`,
    }),
    auditStatus: dict('审核状态', 'portfolio_audit_status', {
      numeric: true,
      search: true,
      editable: 'never',
    }),
    submitTime: dateTime('提交时间', { ...made, list: true }), // inferred
    audit1User: text('学校审核人', { ...made, length: 100 }), // inferred
    audit1Time: dateTime('学校审核时间', made), // inferred
    audit1Opinion: text('学校审核意见', { ...made, length: 500 }), // inferred
    audit2User: text('教育局审核人', { ...made, length: 100 }), // inferred
    audit2Time: dateTime('教育局审核时间', made), // inferred
    audit2Opinion: text('教育局审核意见', { ...made, length: 500 }), // inferred
    rejectReason: text('驳回原因', { ...made, length: 500 }), // inferred
    rejectCount: integer('驳回次数', made), // inferred
    version: integer('版本', made), // inferred
    teacherId: text('教师', { ...made, length: 20 }), // inferred
    previousId: text('原档案', { ...made, length: 20 }), // inferred: 变更通过后归档的那一条
  },
  order: ['-createTime'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})

const id = text('主键', { required: true, length: 20 })

/** 已通过的照原样另起一条草稿；新的通过后，原来的归档。 */
export const portfolioChange = defineCall('teacherPortfolio.change', {
  method: 'POST',
  path: `${BASE}/change`, // inferred
  title: '申请变更档案',
  access: { permission: 'teacherportfolio_edit' },
  input: { id },
  output: listRowFields(teacherPortfolio),
})

/** 信息采集中已经知道、本人档案里还没有的：选一条就带入新的档案。 */
export const collectedOffers = defineCall('teacherPortfolio.collected', {
  method: 'GET',
  path: `${BASE}/collected`, // inferred
  title: '采集中已有的',
  access: { permission: 'teacherportfolio_add' },
  input: {},
  output: {
    portfolioType: integer('档案类别', { required: true }),
    taskName: text('采集任务', { required: true }),
    /** As it is read: 高级教师. */
    said: text('采集中的内容', { required: true }),
    held: text('档案中的内容', { help: '同类的最近一条' }),
    dutyCredentials: text('职称等级'),
    memo: text('情况说明'),
  },
  answer: 'list',
})

/** 可以代为填报的教师：本单位范围内有教师身份的用户。 */
export const portfolioTeachers = defineCall('teacherPortfolio.teachers', {
  method: 'GET',
  path: `${BASE}/teachers`, // inferred
  title: '可选教师',
  access: { permission: 'teacherportfolio_add' },
  input: { name: text('姓名或编号', { length: 100 }) },
  output: {
    teacherCode: text('教师编号', { required: true }),
    id: text('用户', { required: true }),
    teacherName: text('教师姓名', { required: true }),
    areaCode: text('县区'),
    schoolCode: text('学校', { required: true }),
    schoolName: text('学校名称', { required: true }),
  },
  answer: 'list',
})

/** 教师档案查询：每位教师一行。只为画出列表，读的是 listTeacherPortfolio；一行不是一条档案，没有增删改查的权限。 */
export const portfolioTeacher = defineEntity('portfolioTeacher', {
  title: '教师档案查询',
  service: 'yzl-gather',
  path: 'teacherPortfolio',
  permission: 'portfolioline',
  fields: {
    teacherCode: text('教师编号', { search: 'equal' }),
    teacherName: text('教师姓名', { search: 'name' }),
    areaCode: dict('县区', 'exam_area', { search: true }),
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', search: true }),
    entryTotal: integer('档案数'),
    passed: integer('已通过'),
    waiting: integer('待审核'),
    rejected: integer('已驳回'),
    lastTime: dateTime('最近更新'),
  },
  order: ['schoolCode', 'teacherCode'],
})

/** 时间条件筛选的是档案，不是教师。 */
export const listTeachers = defineList('teacherPortfolio.listTeacherPortfolio', {
  path: `${BASE}/listTeacherPortfolio`,
  title: '教师档案查询',
  access: { permission: 'portfolioteacher_view' },
  fields: { id, ...portfolioTeacher.fields },
  order: ['schoolCode', 'teacherCode'],
})

/** 一位教师的全部档案；不给编号就是本人的。 */
export const listByTeacher = defineCall('teacherPortfolio.listByTeacherCode', {
  method: 'GET',
  path: `${BASE}/listByTeacherCode`,
  title: '一位教师的档案',
  access: 'signedIn',
  input: { teacherCode: text('教师编号', { length: 64 }) },
  output: listRowFields(teacherPortfolio),
  answer: 'list',
})

/** 证书照片：jpg 或 png，不超过500kb；拍摄地点等信息在保存前去掉。 */
export const portfolioImage = defineCall('teacherPortfolio.imageUpload', {
  method: 'POST',
  path: `${OPEN}/imageUpload`,
  title: '上传档案照片',
  access: 'signedIn',
  body: 'upload',
  input: { bucketName: text('存储空间', { length: 64 }) },
  output: { link: text('地址', { required: true }), name: text('名称'), originalName: text('原名') },
})
