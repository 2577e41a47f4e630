import { defineDomain } from '../../kit/domain.ts'
import { printCertificate } from './certificate.ts'
import { portfolioReview } from './portfolio-review.ts'
import { portfolioStates } from './portfolio-states.ts'
import { portfolioStatics } from './statics.ts'
import * as call from './teacher-portfolio.ts'

export const portfolio = defineDomain({
  name: 'portfolio',
  title: '教师档案',
  entities: [call.teacherPortfolio],
  calls: [
    call.portfolioChange,
    call.portfolioTeachers,
    call.collectedOffers,
    call.listTeachers,
    call.listByTeacher,
    call.portfolioImage,
    portfolioStatics,
    printCertificate,
  ],
  reviews: [portfolioReview],
  states: [portfolioStates],
})
