// The server's answers, as JSON. A connection that breaks within an answer counts as one that
// breaks before it.

/** The answer at a path: `ok` is true if the server agreed; `null` if it was incomplete. */
export const replyOf = async (path) => {
  try {
    const reply = await fetch(path);
    return { ok: reply.ok, body: await reply.json() };
  } catch {
    return null;
  }
};

/** The answer at a path if the server agreed and its answer was complete; else `null`. */
export const answerOf = async (path) => {
  const answer = await replyOf(path);
  return answer?.ok ? answer.body : null;
};

/** The groups and pictures of the whole archive, the largest group first. */
export const wholeArchive = async () => {
  const whole = await answerOf("/v1/map/0/0/0");
  return (whole?.features || [])
    .filter((feature) => feature.geometry.type === "Point")
    .sort((a, b) => (b.properties.count || 1) - (a.properties.count || 1));
};
