// What the server answers, as JSON. A connection that breaks within an answer is as one that breaks
// before it.

/**
 * What is at a path: whether the server agreed, and its words; `null` where they didn't come whole.
 */
export const replyOf = async (path) => {
  try {
    const reply = await fetch(path);
    return { ok: reply.ok, body: await reply.json() };
  } catch {
    return null;
  }
};

/** What is at a path, where the server agreed and its answer came whole; else `null`. */
export const answerOf = async (path) => {
  const answer = await replyOf(path);
  return answer?.ok ? answer.body : null;
};
