/** What the domains have to say on the start page, in this order. */
export const HOME_PAGES = ['workflow/home-tasks', 'exam/home']

/** Pages that the shell opens itself: what is due before anything else, and the screen for the wall. */
export const SHELL_PAGES = { duty: 'sign-in/duty', wall: 'exam/big-screen' }
