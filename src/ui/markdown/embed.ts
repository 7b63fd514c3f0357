/** The context under which a Markdown view finds the snippet that shows the file behind `embed://id`. */
export const EMBED = Symbol('embed');
