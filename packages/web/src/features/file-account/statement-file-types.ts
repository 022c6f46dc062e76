/** The endings of statement files, for the file dialog of the browser. */
export const statementFileTypes = '.csv,.tsv,.txt,.xml,.ofx,.qfx,.gz,.zip'
