import { defineCall } from '../../../kit/call.ts'
import { defineEntity } from '../../../kit/entity.ts'
import { flag, integer, ref, text } from '../../../kit/field.ts'

/** 考场：在哪个考点，有哪些座位。 */
export const examArrangeTaskRoom = defineEntity('examArrangeTaskRoom', {
  title: '考场',
  service: 'bigdata-service',
  limited: true,
  fields: {
    arrangeTaskId: ref('编排任务', 'examArrangeTask', { required: true, search: true, editable: 'add' }), // inferred
    examRoomNo: text('考场号', { required: true, search: true, length: 10 }), // inferred
    examRoomName: text('考场名称', { length: 50 }), // inferred
    examPointCode: ref('考点', 'basicSchool', { tree: true, value: 'schoolCode', search: true }), // inferred
    examPointName: text('考点名称', { list: false, editable: 'never' }), // inferred
    building: text('楼栋', { length: 30 }), // inferred
    floor: text('楼层', { length: 10 }), // inferred
    examRoomSeatNum: integer('座位数', { required: true, min: 1, max: 200 }), // inferred
    seatRows: integer('行数', { required: true, min: 1, max: 20, list: false }), // inferred
    seatCols: integer('列数', { required: true, min: 1, max: 20, list: false }), // inferred
    disabledSeats: text('停用座位', { length: 500, list: false, help: '行-列，逗号分隔，如 8-1,8-4' }), // inferred
    actualNum: integer('实排人数', { editable: 'never' }), // inferred
    courseScope: text('只排分组', { length: 100, list: false, help: '只排这些分组的考生，逗号分隔，不填为不限' }), // inferred
    invigilators: text('监考教师', { length: 100, list: false }), // inferred
    isSpare: flag('备用', { default: 0, search: true }), // inferred
    sort: integer('顺序', { list: false, min: 0, max: 999999 }), // inferred
  },
  unique: [['arrangeTaskId', 'examRoomNo']],
  importKey: ['arrangeTaskId', 'examRoomNo'],
  order: ['arrangeTaskId', 'sort', 'examRoomNo'],
})

const BASE = '/api/bigdata-service/examArrangeTaskRoom'
const remove = { permission: 'examarrangetaskroom_delete' }
const arrangeTaskId = ref('编排任务', 'examArrangeTask', { required: true })
const removed = { removed: integer('删除条数', { required: true }) }

/** 按考生人数和每场人数建立考场和备用考场；原有考场、座位和考号清除。 */
export const initExamRoom = defineCall('examArrangeTaskRoom.initExamRoom', {
  method: 'POST',
  path: `${BASE}/initExamRoom`,
  title: '建立考场',
  access: { permission: 'examarrangetaskroom_add' },
  input: {
    arrangeTaskId,
    studentNum: integer('考生人数', { min: 1, max: 1000000, help: '不填为已导入的考生人数' }), // inferred
    examRoomSeatNum: integer('每场人数', { min: 1, max: 200, help: '不填为任务的设置' }), // inferred
    spareNum: integer('备用考场', { min: 0, max: 1000, help: '每个考点的备用考场数' }), // inferred
  },
  output: { rooms: integer('考场', { required: true }), spares: integer('备用考场', { required: true }) },
})

/** 彻底删除所选考场；排有考生的不能删除。 */
export const deleteRooms = defineCall('examArrangeTaskRoom.foreverDelete', {
  method: 'POST',
  path: `${BASE}/foreverDelete`,
  title: '彻底删除考场',
  access: remove,
  input: { ids: text('主键', { required: true, length: 100_000 }) },
  output: removed,
})

/** 清空编排任务的考场，座位和考号一并清除。 */
export const deleteAllRooms = defineCall('examArrangeTaskRoom.foreverDeleteByTaskId', {
  method: 'POST',
  path: `${BASE}/foreverDeleteByTaskId`,
  title: '清空考场',
  access: remove,
  input: { arrangeTaskId },
  output: removed,
})

export const arrangeRoomCalls = [initExamRoom, deleteRooms, deleteAllRooms]
