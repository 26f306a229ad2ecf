/**
 * What programs that try a running server from outside have in common.
 *
 * <p>In: a kubeconfig, the script that starts and kills a server, options of a command line. Out:
 * answers as they came over the wire, figures of the server's process, what was found wrong. It
 * uses the JDK's HTTP client and nothing of Dray, so that a mistake is not made on both sides.
 */
@NullMarked
package dev.dray.verify.wire;

import org.jspecify.annotations.NullMarked;
