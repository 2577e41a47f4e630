import type { Analytics } from '../../platform/analytics/analytics.ts'
import type { Course } from './course.ts'
import type { Library } from './library.ts'

export function coursesOf(analytics: Analytics, library: Library, folder: string): Promise<Course[]> {
  return library.courses.through(folder, () =>
    analytics.query<Course>(
      `select course_id, course_name, sort, marks(full10) as "full",
         marks(excellent10) as excellent, marks(pass10) as pass, marks(low10) as low
       from read_parquet($package || '/course.parquet')`,
      { package: folder },
    ),
  )
}

const NO_COURSE = -1

/**
 * Number and full mark of the course asked for, null for all courses. Reports filter by the number itself: a constant
 * reaches into the file and leaves out the row groups of other courses, which a look-up inside the statement would read.
 */
export function courseValues(courses: Course[], courseName: unknown): { courseId: number | null; fullMark: number } {
  if (courseName === null || courseName === undefined) return { courseId: null, fullMark: 0 }
  const found = courses.find((course) => course.courseName === courseName)
  return { courseId: found?.courseId ?? NO_COURSE, fullMark: Math.floor(found?.full ?? 0) }
}
