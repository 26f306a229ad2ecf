/**
 * A program that uses a server through the fabric8 client, as Java controllers do.
 *
 * <p>In: a kubeconfig, and the script that starts and kills the server. Out: a line per check, and
 * exit code 1 if one fails. It knows nothing of which server it is.
 */
@NullMarked
package dev.dray.e2e.fabric8;

import org.jspecify.annotations.NullMarked;
