/** What the domains have to say on the start page, in this order: work first, then results. */
export const HOME_PAGES = ['workflow/home-tasks', 'exam/home', 'report/home', 'exam/home-results']

/** Pages that the shell opens itself: what is due before anything else, and the screen for the wall. */
export const SHELL_PAGES = { duty: 'sign-in/duty', wall: 'report/wall' }
