/**
 * HTTP: the parsing of paths and parameters, the negotiation of the response form, and the
 * streaming of lists and watches.
 *
 * <p>HTTP requests enter and responses leave; what a request does is decided in {@code registry}.
 * Every error is answered with a Status object. Nothing here blocks a platform thread. Begin with
 * {@code Front}, which takes every request in.
 */
@NullMarked
package dev.dray.http;

import org.jspecify.annotations.NullMarked;
