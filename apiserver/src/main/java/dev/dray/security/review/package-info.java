/** Access and token reviews, impersonation, and the audit log. */
@NullMarked
package dev.dray.security.review;

import org.jspecify.annotations.NullMarked;
