/**
 * Access and token reviews, impersonation, and the audit log.
 *
 * <p>Requests enter, {@link dev.dray.security.review.ReviewAnswer}s and audit events leave; no
 * review is stored. Begin with {@link dev.dray.security.review.Reviews}.
 */
@NullMarked
package dev.dray.security.review;

import org.jspecify.annotations.NullMarked;
