/** What holds of the ledger in every world. */
@NullMarked
package dev.dray.verify.ledger;

import org.jspecify.annotations.NullMarked;
