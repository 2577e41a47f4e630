import { defineDomain } from '../../kit/domain.ts'
import { portfolioStates } from './portfolio-states.ts'
import { portfolioStatics } from './statics.ts'
import * as call from './teacher-portfolio.ts'

export const portfolio = defineDomain({
  name: 'portfolio',
  title: '教师档案',
  entities: [call.teacherPortfolio],
  calls: [
    call.audit1List,
    call.audit2List,
    call.audit1,
    call.audit2,
    call.portfolioArchive,
    call.portfolioChange,
    call.portfolioHistory,
    call.portfolioTeachers,
    call.listTeachers,
    call.listByTeacher,
    call.portfolioImage,
    portfolioStatics,
  ],
  states: [portfolioStates],
})
