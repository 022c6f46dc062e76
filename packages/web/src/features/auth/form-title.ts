/** The title of each form of the sign-in. */
export const formTitles = {
  login: 'Please Sign In',
  register: 'Register',
  forgot: 'Forgot password',
  code: 'Confirmation code',
} as const
