// Composes the names of people, so that one person reads the same on every screen, in every file and in every mail.

interface Person {
  readonly firstName: string
  readonly lastName: string
}

/** Returns the name of a user: "Ann Keller". */
export const fullName = ({ firstName, lastName }: Person): string => `${firstName} ${lastName}`

/** Returns the name of a fund's member: "Ann Keller". The database composes it with `memberNameSql`. */
export const memberName = (member: Person): string => fullName(member)

/** Returns the name of a member for lists in which the reader looks up the last name: "Keller, Ann". */
export const sortedMemberName = ({ firstName, lastName }: Person): string => `${lastName}, ${firstName}`
