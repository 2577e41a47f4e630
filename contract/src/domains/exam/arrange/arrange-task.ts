import { defineCall } from '../../../kit/call.ts'
import { defineEntity } from '../../../kit/entity.ts'
import { dict, flag, integer, ref, text } from '../../../kit/field.ts'

/** Which groups of candidates do not share a room while they fill one. */
export const GROUP_BY = { none: 0, stream: 1, combination: 2 } as const
/** In which order candidates are taken into rooms. */
export const SORT_MODE = { random: 1, lastScore: 2, serpentine: 3, roundRobin: 4 } as const
/** How the order goes over the rooms of a group: in turn to and fro, or room after room. */
export const FILL_MODE = { snake: 1, block: 2 } as const
/** Where candidates sit: wherever there is room, or at their own school where it is a point. */
export const POINT_MODE = { any: 1, own: 2 } as const
/** How far a running number counts before it begins anew. */
export const CODE_SCOPE = { task: 1, school: 2, point: 3, room: 4 } as const

/** 编排任务：一次考试的考生、考场、座位和考号怎样排。 */
export const examArrangeTask = defineEntity('examArrangeTask', {
  title: '编排任务',
  service: 'bigdata-service',
  limited: true,
  fields: {
    taskName: text('任务名称', { required: true, search: true, length: 100 }), // inferred
    studyYear: integer('学年', { isSchoolYear: true, required: true, search: true, min: 1900, max: 2999 }), // inferred
    examId: ref('考试', 'examInfo', { list: false, help: '为哪次考试编排；该考试导入名单时按学籍号取用这里的考号' }), // inferred
    examTaskId: ref('考务任务', 'examTask', { list: false, help: '锁定后转入的考务任务' }), // inferred
    examGrade: dict('年级', 'exam_grade', { required: true, search: true }), // inferred
    areaCode: dict('县区', 'exam_area', { list: false, help: '只编排该县区的考生，不选为全部' }), // inferred
    schoolCode: ref('学校', 'basicSchool', {
      tree: true,
      value: 'schoolCode',
      list: false,
      help: '只编排该校的考生，不选为全部',
    }), // inferred
    examRoomSeatNum: integer('每场人数', { required: true, default: 30, min: 1, max: 200 }), // inferred
    seatRows: integer('行数', { required: true, default: 6, min: 1, max: 20, list: false }), // inferred
    seatCols: integer('列数', { required: true, default: 5, min: 1, max: 20, list: false }), // inferred
    seatMode: dict('座位走向', 'arrange_seat_mode', { required: true, numeric: true, default: 1, list: false }), // inferred
    roomStartNo: integer('首个考场号', { required: true, default: 1, min: 1, max: 99999, list: false }), // inferred
    pointMode: dict('考点分配', 'arrange_point_mode', { required: true, numeric: true, default: 1, list: false }), // inferred
    groupBy: dict('分组', 'arrange_group_by', { required: true, numeric: true, default: 0, list: false }), // inferred
    isMixedRest: flag('余数合场', { default: 1, list: false, help: '各组排满整场后余下的考生合并排场' }), // inferred
    sortMode: dict('排序', 'arrange_sort_mode', { required: true, numeric: true, default: 1, list: false }), // inferred
    fillMode: dict('分场', 'arrange_fill_mode', { required: true, numeric: true, default: 1, list: false }), // inferred
    neighbours: dict('相邻不同班', 'arrange_neighbour', { required: true, numeric: true, default: 4, list: false }), // inferred
    isSchoolApart: flag('相邻不同校', { default: 0, list: false }), // inferred
    maxSchoolShare: integer('一校占一场最多', { unit: '%', min: 1, max: 100, list: false, help: '不填为不限' }), // inferred
    seed: integer('随机种子', { min: 1, max: 2147483647, list: false, help: '同一种子排出同一结果，不填则自动生成' }), // inferred
    codeTemplate: text('考号模板', { length: 100, list: false, default: '[考场3][座位2]' }), // inferred
    codeStart: integer('起始序号', { required: true, default: 1, min: 0, max: 99999999, list: false }), // inferred
    codeScope: dict('序号范围', 'arrange_code_scope', { required: true, numeric: true, default: 1, list: false }), // inferred
    studentNum: integer('考生', { editable: 'never' }), // inferred
    conflictNum: integer('冲突', { editable: 'never' }), // inferred
    arrangeStatus: dict('状态', 'arrange_status', { numeric: true, search: true, editable: 'never', default: 0 }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['taskName', 'studyYear']],
  order: ['-studyYear', '-createTime'],
})

const BASE = '/api/bigdata-service/examArrangeTask'
const access = { permission: 'examarrangetask_edit' }
const id = ref('编排任务', 'examArrangeTask', { required: true })

/** 按设置排座；原有座位和考号清除。 */
export const arrangeSeats = defineCall('examArrangeTask.arrangeSeats', {
  method: 'POST',
  path: `${BASE}/arrangeSeats`, // inferred
  title: '排座',
  access,
  input: { id },
  output: { jobId: text('任务', { required: true }) },
})

/** 清除座位和考号，考场和考生保留。 */
export const clearSeats = defineCall('examArrangeTask.clearSeats', {
  method: 'POST',
  path: `${BASE}/clearSeats`, // inferred
  title: '清除座位',
  access,
  input: { id },
  answer: 'status',
})

/** 锁定：此后只能对调座位、补录考生。 */
export const lockPlan = defineCall('examArrangeTask.lock', {
  method: 'POST',
  path: `${BASE}/lock`, // inferred
  title: '锁定编排',
  access,
  input: { id },
  answer: 'status',
})

/** 解除锁定，回到已编号。 */
export const unlockPlan = defineCall('examArrangeTask.unlock', {
  method: 'POST',
  path: `${BASE}/unlock`, // inferred
  title: '解除编排锁定',
  access,
  input: { id },
  answer: 'status',
})

/** 发布：学校看得到本校考生的考场、座位和考号。 */
export const publishPlan = defineCall('examArrangeTask.publish', {
  method: 'POST',
  path: `${BASE}/publish`, // inferred
  title: '发布编排',
  access,
  input: { id },
  answer: 'status',
})

/** 撤回发布，回到已锁定。 */
export const withdrawPlan = defineCall('examArrangeTask.withdraw', {
  method: 'POST',
  path: `${BASE}/withdraw`, // inferred
  title: '撤回编排',
  access,
  input: { id },
  answer: 'status',
})

export const arrangeTaskCalls = [arrangeSeats, clearSeats, lockPlan, unlockPlan, publishPlan, withdrawPlan]
