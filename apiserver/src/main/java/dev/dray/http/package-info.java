/**
 * Requests and answers: paths and parameters are read here, the form of answers is agreed on, and
 * lists and watches are streamed.
 *
 * <p>HTTP enters and leaves; what is done is decided in {@code registry}. Every answer that is not
 * what was asked for is a Status object. Nothing here waits on a platform thread.
 */
@NullMarked
package dev.dray.http;

import org.jspecify.annotations.NullMarked;
