import type { MenuNode } from '../../kit/domain.ts'

export const basicMenu: MenuNode = {
  code: 'basic',
  title: '基础数据',
  path: '/bigdata/basic',
  icon: 'BankOutlined',
  children: [
    { code: 'basic_school', title: '学校管理', path: '/bigdata/basic/basicSchool', entity: 'basicSchool' },
    {
      code: 'school_classes',
      title: '班级管理',
      path: '/bigdata/basic/schoolClasses',
      entity: 'schoolClasses',
      page: 'school/school-classes',
    },
    {
      code: 'school_roll_over',
      title: '学年升级',
      path: '/bigdata/basic/rollOver',
      page: 'school/roll-over',
      permission: 'schoolclasses_rollover',
    },
    {
      code: 'basic_student',
      title: '学生信息',
      path: '/bigdata/basic/basicStudent',
      entity: 'basicStudent',
      page: 'school/basic-student',
    },
    { code: 'basic_department', title: '部门管理', path: '/bigdata/basic/basicDepartment', entity: 'basicDepartment' },
    { code: 'basic_teacher', title: '教师管理', path: '/bigdata/basic/basicTeacher', entity: 'basicTeacher' },
    {
      code: 'basic_teacher_course',
      title: '任课教师',
      path: '/bigdata/basic/basicTeacherCourse',
      entity: 'basicTeacherCourse',
    },
    {
      code: 'basic_grade_course',
      title: '年级课程',
      path: '/bigdata/basic/basicGradeCourse',
      entity: 'basicGradeCourse',
    },
    {
      code: 'basic_student_in_school',
      title: '在校学生',
      path: '/bigdata/basic/basicStudentInSchool',
      entity: 'basicStudentInSchool',
    },
    { code: 'area_population', title: '县区人口', path: '/bigdata/param/examAreaParam', entity: 'areaPopulation' },
    { code: 'area_type_param', title: '考试县区参数', path: '/bigdata/param/areaTypeParam', entity: 'areaTypeParam' },
    { code: 'student_base_num', title: '学生基数', path: '/bigdata/param/schoolParam', entity: 'studentBaseNum' },
    {
      code: 'app_biz',
      title: '应用业务',
      path: '/bigdata/app/appBiz',
      entity: 'appBiz',
      page: 'school/app-biz',
      buttons: { appbiz_auth: '授权' },
    },
  ],
}

export const unitsMenu: MenuNode = {
  code: 'units',
  title: '单位用户',
  path: '/bigdata/user',
  icon: 'IdcardOutlined',
  children: [
    {
      code: 'user_dept_role',
      title: '用户单位角色',
      path: '/bigdata/user/userDeptRole',
      page: 'school/user-dept-role',
      permission: 'userunit_view',
      buttons: { userunit_add: '新增', userunit_edit: '修改', userunit_delete: '删除' },
    },
    {
      code: 'school_admin',
      title: '学校管理员',
      path: '/bigdata/user/schoolAdmin',
      page: 'school/school-admin',
      permission: 'userunit_view',
    },
  ],
}
