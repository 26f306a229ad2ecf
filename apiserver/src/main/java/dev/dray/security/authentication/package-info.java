/** Who makes a request: client certificates, service account tokens, static tokens. */
@NullMarked
package dev.dray.security.authentication;

import org.jspecify.annotations.NullMarked;
