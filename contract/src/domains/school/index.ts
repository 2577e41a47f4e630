import { defineDomain } from '../../kit/domain.ts'
import * as appAuth from './app-auth.ts'
import { appBiz } from './app-biz.ts'
import { areaPopulation, getAreaParamList } from './area-population.ts'
import { areaTypeParam, findAreaTypeParam, saveAreaTypeParam } from './area-type.ts'
import { basicDepartment } from './basic-department.ts'
import { basicGradeCourse } from './basic-grade-course.ts'
import { basicSchool, schoolByCode, schoolTree } from './basic-school.ts'
import { basicStudent } from './basic-student.ts'
import { basicStudentInSchool } from './basic-student-in-school.ts'
import { basicTeacher, teacherByCode } from './basic-teacher.ts'
import { basicTeacherCourse, listTeacher } from './basic-teacher-course.ts'
import * as rollOver from './roll-over.ts'
import { classesOfSchool, gradeList, gradeListOf, gradeTree, initClasses, schoolClasses } from './school-classes.ts'
import { getSchoolParamList, studentBaseNum } from './student-base-num.ts'
import * as userUnit from './user-unit.ts'

const { ROLL_OVER_DAYS: _days, ...rollOverCalls } = rollOver
const { userUnit: _userUnit, ...unitCalls } = userUnit
const { deptGrant: _deptGrant, userGrant: _userGrant, ...appAuthCalls } = appAuth

export const school = defineDomain({
  name: 'school',
  title: '基础数据',
  entities: [
    basicSchool,
    schoolClasses,
    basicStudent,
    basicDepartment,
    basicTeacher,
    basicTeacherCourse,
    basicGradeCourse,
    basicStudentInSchool,
    areaPopulation,
    areaTypeParam,
    studentBaseNum,
    appBiz,
  ],
  calls: [
    schoolByCode,
    schoolTree,
    teacherByCode,
    listTeacher,
    getAreaParamList,
    findAreaTypeParam,
    saveAreaTypeParam,
    getSchoolParamList,
    classesOfSchool,
    gradeTree,
    gradeList,
    gradeListOf,
    initClasses,
    ...Object.values(rollOverCalls),
    ...Object.values(unitCalls),
    ...Object.values(appAuthCalls),
  ],
})
