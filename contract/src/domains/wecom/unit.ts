import { dateTime, dict, ref, text } from '../../kit/field.ts'

/** 一行属于哪家企业，建立后不改。 */
export const OF_CORP = {
  corpId: ref('企业', 'wecomCorp', { value: 'corpId', required: true, search: true, editable: 'add' }),
}

/** 一行属于哪个单位：由企业、部门或学籍得出，决定谁能看到。 */
export const OF_UNIT = {
  areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }), // inferred
  schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', search: true, editable: 'never' }), // inferred
}

/** 班级已知时，任课教师只看到本班。 */
export const OF_CLASS = {
  ...OF_UNIT,
  classCode: ref('班级', 'schoolClasses', { value: 'classCode', editable: 'never', list: false }), // inferred
}

/** 与企业微信的同步情况。 */
export const SYNCED = {
  syncState: dict('同步状态', 'wecom_sync_state', { numeric: true, search: true, editable: 'never' }), // inferred
  syncTime: dateTime('同步时间', { editable: 'never', list: false }), // inferred
  syncError: text('同步说明', { length: 500, editable: 'never' }), // inferred
}

/** Values of `syncState`. */
export const SYNC = { local: 0, same: 1, pending: 2, failed: 3, conflict: 4, gone: 5 } as const
